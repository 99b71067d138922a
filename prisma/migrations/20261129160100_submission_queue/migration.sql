-- A resubmission keeps the place of the submission that was sent back. A server of the version before leaves the default.
ALTER TABLE "Submission" ADD COLUMN "queuedAt" timestamp(3) without time zone DEFAULT CURRENT_TIMESTAMP NOT NULL;
UPDATE "Submission" SET "queuedAt" = "submittedAt";
CREATE INDEX "Submission_decision_queuedAt_idx" ON "Submission" (decision, "queuedAt");
