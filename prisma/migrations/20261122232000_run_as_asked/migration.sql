-- What the caller asked for besides the input, for a process that takes the run over.
ALTER TABLE "Run" ADD COLUMN "timeZone" TEXT, ADD COLUMN "timeoutMs" INTEGER;
