-- Every handle that a publisher has or had, and every slug of a SkillSet, so that callers of an old name reach the same
-- skills and no one else can take the name over. Triggers write the rows, whatever changes the names.
CREATE TABLE "PublisherName" (
  "handle" TEXT NOT NULL,
  "publisherId" TEXT NOT NULL,
  CONSTRAINT "PublisherName_pkey" PRIMARY KEY ("handle")
);

CREATE TABLE "SkillSetName" (
  "publisherId" TEXT NOT NULL,
  "slug" TEXT NOT NULL,
  "skillSetId" TEXT NOT NULL,
  CONSTRAINT "SkillSetName_pkey" PRIMARY KEY ("publisherId", "slug")
);

CREATE INDEX "PublisherName_publisherId_idx" ON "PublisherName" ("publisherId");
CREATE INDEX "SkillSetName_skillSetId_idx" ON "SkillSetName" ("skillSetId");

ALTER TABLE "PublisherName" ADD CONSTRAINT "PublisherName_publisherId_fkey"
  FOREIGN KEY ("publisherId") REFERENCES "Publisher" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillSetName" ADD CONSTRAINT "SkillSetName_publisherId_fkey"
  FOREIGN KEY ("publisherId") REFERENCES "Publisher" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "SkillSetName" ADD CONSTRAINT "SkillSetName_skillSetId_fkey"
  FOREIGN KEY ("skillSetId") REFERENCES "SkillSet" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO "PublisherName" ("handle", "publisherId") SELECT "handle", "id" FROM "Publisher";
INSERT INTO "SkillSetName" ("publisherId", "slug", "skillSetId") SELECT "publisherId", "slug", "id" FROM "SkillSet";

-- An old name of something that was never published is free again: no one can have called it.
CREATE FUNCTION "keep_publisher_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (
    SELECT FROM "SkillSet" AS s JOIN "Version" AS v ON v."skillSetId" = s."id"
    WHERE s."publisherId" = OLD."id" AND v."state" IN ('IN_REVIEW', 'PUBLISHED', 'DEPRECATED', 'YANKED')
  ) THEN
    DELETE FROM "PublisherName" WHERE "handle" = OLD."handle" AND "publisherId" = OLD."id";
  END IF;
  INSERT INTO "PublisherName" ("handle", "publisherId") VALUES (NEW."handle", NEW."id") ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM "PublisherName" WHERE "handle" = NEW."handle" AND "publisherId" = NEW."id") THEN
    RAISE EXCEPTION 'The handle % is a former handle of another publisher.', NEW."handle" USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION "keep_skill_set_name"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (
    SELECT FROM "Version" WHERE "skillSetId" = OLD."id" AND "state" IN ('IN_REVIEW', 'PUBLISHED', 'DEPRECATED', 'YANKED')
  ) THEN
    DELETE FROM "SkillSetName" WHERE "publisherId" = OLD."publisherId" AND "slug" = OLD."slug" AND "skillSetId" = OLD."id";
  END IF;
  INSERT INTO "SkillSetName" ("publisherId", "slug", "skillSetId") VALUES (NEW."publisherId", NEW."slug", NEW."id")
    ON CONFLICT DO NOTHING;
  IF NOT EXISTS (
    SELECT FROM "SkillSetName" WHERE "publisherId" = NEW."publisherId" AND "slug" = NEW."slug" AND "skillSetId" = NEW."id"
  ) THEN
    RAISE EXCEPTION 'The slug % is a former name of another SkillSet.', NEW."slug" USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Publisher_name" AFTER INSERT OR UPDATE OF "handle" ON "Publisher"
  FOR EACH ROW EXECUTE FUNCTION "keep_publisher_name"();
CREATE TRIGGER "SkillSet_name" AFTER INSERT OR UPDATE OF "slug", "publisherId" ON "SkillSet"
  FOR EACH ROW EXECUTE FUNCTION "keep_skill_set_name"();
