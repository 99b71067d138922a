-- A run is resolved anew for each call and recorded before it gets a slot ("claim_run"), so nothing reads the state of the
-- catalogue or asks for a slot while it inserts a run.
DROP TRIGGER "count_catalog_change" ON "Publisher";
DROP TRIGGER "count_catalog_change" ON "PublisherName";
DROP TRIGGER "count_catalog_change" ON "SkillSet";
DROP TRIGGER "count_catalog_change" ON "SkillSetName";
DROP TRIGGER "count_catalog_change" ON "Version";
DROP TRIGGER "count_catalog_change" ON "Restriction";
DROP TRIGGER "count_catalog_change" ON "Install";
DROP TRIGGER "count_catalog_change" ON "Membership";
DROP FUNCTION "count_catalog_change"();
DROP TABLE "CatalogChange";
DROP FUNCTION "has_free_slot"(TEXT, INTEGER);
