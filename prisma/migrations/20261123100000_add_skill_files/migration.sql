-- Files of skills that are too large for a document, which names them by hash. The row is the right to name it.
CREATE TABLE "SkillFile" (
    "skillSetId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "contentId" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "createdById" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "unusedSince" TIMESTAMP(3),

    CONSTRAINT "SkillFile_pkey" PRIMARY KEY ("skillSetId", "sha256")
);
CREATE INDEX "SkillFile_contentId_idx" ON "SkillFile"("contentId");
CREATE INDEX "SkillFile_unusedSince_idx" ON "SkillFile"("unusedSince");
ALTER TABLE "SkillFile" ADD CONSTRAINT "SkillFile_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillFile" ADD CONSTRAINT "SkillFile_contentId_fkey" FOREIGN KEY ("contentId") REFERENCES "BlobContent"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
