-- The blob that holds a large output for agents: made once for a run, however often it is told of.
ALTER TABLE "Run" ADD COLUMN "outputBlobId" TEXT;
