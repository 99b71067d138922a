-- What a publisher says about itself, and screenshots of its SkillSets.
ALTER TABLE "Publisher" ADD COLUMN website text NOT NULL DEFAULT '', ADD COLUMN support text NOT NULL DEFAULT '',
  ADD COLUMN repository text NOT NULL DEFAULT '';
CREATE TABLE "Screenshot" (
    id text NOT NULL,
    "skillSetId" text NOT NULL,
    "imageId" text NOT NULL,
    caption text NOT NULL,
    "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Screenshot_pkey" PRIMARY KEY (id),
    CONSTRAINT "Screenshot_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" (id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE UNIQUE INDEX "Screenshot_skillSetId_imageId_key" ON "Screenshot" ("skillSetId", "imageId");
