-- A constant default: the table is not rewritten.
ALTER TABLE "OpenPage" ADD COLUMN "showsVault" BOOLEAN NOT NULL DEFAULT false;
