-- Which organisation has bought the text of which instruction skill.
CREATE TABLE "SkillPurchase" (
    "organisationId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "skillSlug" TEXT NOT NULL,
    "major" INTEGER NOT NULL,
    "runId" TEXT NOT NULL,
    "paidAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SkillPurchase_pkey" PRIMARY KEY ("organisationId", "skillSetId", "skillSlug", "major")
);
CREATE UNIQUE INDEX "SkillPurchase_runId_key" ON "SkillPurchase"("runId");
CREATE INDEX "SkillPurchase_skillSetId_idx" ON "SkillPurchase"("skillSetId");
ALTER TABLE "SkillPurchase" ADD CONSTRAINT "SkillPurchase_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillPurchase" ADD CONSTRAINT "SkillPurchase_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
