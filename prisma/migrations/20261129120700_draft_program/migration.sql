-- Which program wrote a draft, and with which API key; null for one that only people wrote.
ALTER TABLE "Draft" ADD COLUMN "program" TEXT, ADD COLUMN "programKey" TEXT;
ALTER TABLE "StagedSubmission" ADD COLUMN "program" TEXT;
ALTER TABLE "Submission" ADD COLUMN "program" TEXT, ADD COLUMN "programKey" TEXT;
