-- What a client of /mcp may come back to within the hour need not survive a crash: each call keeps three such rows, and
-- none waits for a disk.
ALTER TABLE "McpEvent" SET UNLOGGED;
ALTER TABLE "McpCall" SET UNLOGGED;
-- list_skills pages by code points, whatever the database's own language is.
CREATE INDEX "CatalogEntry_name_c_idx" ON "CatalogEntry" ("name" COLLATE "C");
