ALTER TABLE "StagedSubmission"
    ALTER COLUMN "provenance" DROP NOT NULL,
    ADD COLUMN "stagedBy" text,
    ADD COLUMN "keyName" text;
