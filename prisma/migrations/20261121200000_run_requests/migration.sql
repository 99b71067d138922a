-- What a run asked of the network: host, method, status, bytes and time of each request.
ALTER TABLE "Run" ADD COLUMN "requests" JSON;
