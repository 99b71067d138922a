-- What people say of a SkillSet: that they like it, what they think of it, and that something is wrong with it.
CREATE TABLE "Star" (
    "userId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Star_pkey" PRIMARY KEY ("userId", "skillSetId")
);

CREATE TABLE "Rating" (
    "userId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "versionNumber" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Rating_pkey" PRIMARY KEY ("userId", "skillSetId")
);

CREATE TABLE "Report" (
    "id" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMP(3),
    "closedById" TEXT,
    "answer" TEXT,

    CONSTRAINT "Report_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "Rating" ADD CONSTRAINT "Rating_points" CHECK ("points" BETWEEN 1 AND 5);

CREATE INDEX "Star_skillSetId_idx" ON "Star"("skillSetId");
CREATE INDEX "Rating_skillSetId_updatedAt_idx" ON "Rating"("skillSetId", "updatedAt" DESC);
CREATE INDEX "Report_closedAt_createdAt_idx" ON "Report"("closedAt", "createdAt");
CREATE INDEX "Report_skillSetId_idx" ON "Report"("skillSetId");
-- Who has said it once need not say it again before somebody has looked.
CREATE UNIQUE INDEX "Report_open_key" ON "Report"("userId", "skillSetId") WHERE "closedAt" IS NULL;

ALTER TABLE "Star" ADD CONSTRAINT "Star_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Star" ADD CONSTRAINT "Star_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rating" ADD CONSTRAINT "Rating_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Rating" ADD CONSTRAINT "Rating_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Report" ADD CONSTRAINT "Report_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
