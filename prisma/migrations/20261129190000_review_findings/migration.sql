-- The findings that decisions quote, and the publisher's answers.
CREATE TABLE "ReviewFinding" (
    "id" TEXT NOT NULL,
    "submissionId" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "ruleVersion" INTEGER NOT NULL,
    "severity" TEXT NOT NULL,
    "pointer" TEXT,
    "line" INTEGER,
    "place" TEXT NOT NULL DEFAULT '',
    "quote" TEXT,
    "evidence" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "fix" TEXT NOT NULL,
    "isAutomated" BOOLEAN NOT NULL,
    "authorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReviewFinding_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "ReviewFinding_submissionId_createdAt_idx" ON "ReviewFinding"("submissionId", "createdAt");

ALTER TABLE "ReviewFinding" ADD CONSTRAINT "ReviewFinding_submissionId_fkey" FOREIGN KEY ("submissionId") REFERENCES "Submission"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "FindingAnswer" (
    "findingId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "revision" INTEGER,
    "answeredById" TEXT NOT NULL,
    "answeredByName" TEXT NOT NULL,
    "answeredAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "FindingAnswer_pkey" PRIMARY KEY ("findingId")
);

ALTER TABLE "FindingAnswer" ADD CONSTRAINT "FindingAnswer_findingId_fkey" FOREIGN KEY ("findingId") REFERENCES "ReviewFinding"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A decision is a statement of reasons: what it quotes is neither changed nor removed afterwards. The submission itself may
-- be deleted with its SkillSet; then it is gone when this runs.
CREATE FUNCTION "keepDecidedFinding"() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM "Submission" WHERE "id" = OLD."submissionId" AND "decision" IS NOT NULL) THEN
    RAISE EXCEPTION 'The findings of a decision cannot be changed.';
  END IF;
  RETURN OLD;
END
$$ LANGUAGE plpgsql;

CREATE TRIGGER "ReviewFinding_keep" BEFORE UPDATE OR DELETE ON "ReviewFinding"
  FOR EACH ROW EXECUTE FUNCTION "keepDecidedFinding"();
