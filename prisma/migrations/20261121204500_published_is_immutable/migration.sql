-- What was published is never edited: callers have pinned it, agreed to it and hold its contract hash. The services
-- have no way to; this holds for everything else that reaches the database. States, notices and dates still move.
CREATE FUNCTION "keep_published_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Version % is published and cannot be edited.', OLD."number" USING ERRCODE = 'check_violation';
END
$$;

CREATE TRIGGER "Version_published_is_immutable"
BEFORE UPDATE OF "number", "skillSetId", "visibility", "changelog", "document" ON "Version" FOR EACH ROW
WHEN (
  OLD."state" IN ('PUBLISHED', 'DEPRECATED', 'YANKED') AND (
    OLD."number" <> NEW."number" OR OLD."skillSetId" <> NEW."skillSetId"
    OR OLD."visibility" <> NEW."visibility" OR OLD."changelog" <> NEW."changelog"
    OR OLD."document"::text <> NEW."document"::text
  )
)
EXECUTE FUNCTION "keep_published_version"();
