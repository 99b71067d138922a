-- Named lists of skills and SkillSets that people made.
CREATE TABLE "Collection" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "isPublic" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Collection_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "CollectionEntry" (
    "id" TEXT NOT NULL,
    "collectionId" TEXT NOT NULL,
    "skillSetId" TEXT NOT NULL,
    "skillSlug" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "CollectionEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Collection_userId_updatedAt_idx" ON "Collection"("userId", "updatedAt" DESC);
CREATE UNIQUE INDEX "CollectionEntry_collectionId_skillSetId_skillSlug_key" ON "CollectionEntry"("collectionId", "skillSetId", "skillSlug");
CREATE INDEX "CollectionEntry_skillSetId_idx" ON "CollectionEntry"("skillSetId");
ALTER TABLE "Collection" ADD CONSTRAINT "Collection_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CollectionEntry" ADD CONSTRAINT "CollectionEntry_collectionId_fkey" FOREIGN KEY ("collectionId") REFERENCES "Collection"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CollectionEntry" ADD CONSTRAINT "CollectionEntry_skillSetId_fkey" FOREIGN KEY ("skillSetId") REFERENCES "SkillSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
