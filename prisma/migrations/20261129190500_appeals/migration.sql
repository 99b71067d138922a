-- Appeals of publishers against decisions.
CREATE TABLE "Appeal" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "subjectId" TEXT NOT NULL,
    "decisionId" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "decidedById" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "openedById" TEXT NOT NULL,
    "openedByName" TEXT NOT NULL,
    "openedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT,
    "reason" TEXT,
    "closedById" TEXT,
    "closedByName" TEXT,
    "closedAt" TIMESTAMP(3),
    "isBySameAdmin" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Appeal_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "Appeal_kind_decisionId_key" ON "Appeal"("kind", "decisionId");

CREATE INDEX "Appeal_outcome_openedAt_idx" ON "Appeal"("outcome", "openedAt");

CREATE INDEX "Appeal_skillSetId_idx" ON "Appeal"("skillSetId");

ALTER TABLE "Appeal" ADD CONSTRAINT "Appeal_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
