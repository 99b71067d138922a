-- The sum of "changes" differs after each commit that may change which version of a skill a caller runs, so that what was
-- resolved for an earlier call can be used again while it is the same. Triggers add a row per statement, and the sweep
-- adds them up: a counter in one row would make publishers wait for each other.
CREATE TABLE "CatalogChange" (
  "id" BIGSERIAL NOT NULL,
  "changes" BIGINT NOT NULL DEFAULT 1,
  CONSTRAINT "CatalogChange_pkey" PRIMARY KEY ("id")
);

CREATE FUNCTION "count_catalog_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "CatalogChange" DEFAULT VALUES;
  RETURN NULL;
END
$$;

CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "Publisher"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "PublisherName"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
-- Saving a draft updates its name.
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OF "publisherId", "slug" OR DELETE ON "SkillSet"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "SkillSetName"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "Version"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "Restriction"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "Install"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
CREATE TRIGGER "count_catalog_change" AFTER INSERT OR UPDATE OR DELETE ON "Membership"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_catalog_change"();
