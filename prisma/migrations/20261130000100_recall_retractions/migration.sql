-- A recall in error is retracted by two people, as it was decided.
ALTER TABLE "Recall" ADD COLUMN "statesBefore" json;
ALTER TABLE "Recall" ADD COLUMN "retractReason" text;
ALTER TABLE "Recall" ADD COLUMN "retractProposedById" text;
ALTER TABLE "Recall" ADD COLUMN "retractProposedByName" text;
ALTER TABLE "Recall" ADD COLUMN "retractProposedAt" timestamp(3);
ALTER TABLE "Recall" ADD COLUMN "retractedById" text;
ALTER TABLE "Recall" ADD COLUMN "retractedByName" text;
ALTER TABLE "Recall" ADD COLUMN "retractedAt" timestamp(3);
ALTER TABLE "Recall" ADD COLUMN "retractToldAt" timestamp(3);
ALTER TABLE "Recall" ADD CONSTRAINT "Recall_retracted_by_two_people" CHECK ("retractedById" <> "retractProposedById");
ALTER TABLE "Recall" ADD CONSTRAINT "Recall_retracted" CHECK (
  ("retractedAt" IS NULL) = ("retractedById" IS NULL)
  AND ("retractedAt" IS NULL OR ("confirmedAt" IS NOT NULL AND "retractProposedById" IS NOT NULL AND "retractReason" IS NOT NULL)));
ALTER TABLE "RecallReach" ADD COLUMN "retractToldAt" timestamp(3);
