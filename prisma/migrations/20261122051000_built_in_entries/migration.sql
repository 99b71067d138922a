-- What the house itself brings stands in the catalogue too: tools and the guide are of no SkillSet.
ALTER TABLE "CatalogEntry"
  ALTER COLUMN "skillSetId" DROP NOT NULL,
  ALTER COLUMN "versionId" DROP NOT NULL;
