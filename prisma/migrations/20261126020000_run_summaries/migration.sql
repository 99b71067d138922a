-- A line of the input and of the output, by which people recognise and search runs. Null for earlier runs.

ALTER TABLE "Run" ADD COLUMN "inputSummary" TEXT;
ALTER TABLE "Run" ADD COLUMN "outputSummary" TEXT;

-- Lists test runs apart from the others.
CREATE INDEX "Run_organisationId_mode_id_idx" ON "Run" ("organisationId", "mode", "id" DESC);
