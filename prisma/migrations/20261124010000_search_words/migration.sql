-- Search by words: one weighted column with the words as written and their English stems, and a vocabulary with the
-- number of entries per word. Spelling is corrected in the vocabulary, never by trigrams of whole texts.

DROP INDEX "CatalogEntry_search_text_idx";
DROP INDEX "CatalogEntry_trigrams_idx";

ALTER TABLE "CatalogEntry"
  ADD COLUMN "searchTitle" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "searchLabels" TEXT NOT NULL DEFAULT '',
  ADD COLUMN "searchDescription" TEXT NOT NULL DEFAULT '',
  ALTER COLUMN "searchText" SET DEFAULT '';

ALTER TABLE "CatalogEntry" ADD COLUMN "words" tsvector, ADD COLUMN "titleWords" tsvector;

-- Not a generated column: Prisma would take its expression for a default.
CREATE FUNCTION "write_search_words"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."words" :=
    setweight(to_tsvector('english', NEW."searchTitle"), 'A') || setweight(to_tsvector('simple', NEW."searchTitle"), 'A') ||
    setweight(to_tsvector('english', NEW."searchLabels"), 'B') || setweight(to_tsvector('simple', NEW."searchLabels"), 'B') ||
    setweight(to_tsvector('english', NEW."searchDescription"), 'C') || setweight(to_tsvector('simple', NEW."searchDescription"), 'C') ||
    setweight(to_tsvector('english', NEW."searchText"), 'D') || setweight(to_tsvector('simple', NEW."searchText"), 'D');
  NEW."titleWords" := to_tsvector('english', NEW."searchTitle") || to_tsvector('simple', NEW."searchTitle");
  RETURN NEW;
END $$;
CREATE TRIGGER "write_search_words" BEFORE INSERT OR UPDATE OF "searchTitle", "searchLabels", "searchDescription", "searchText"
  ON "CatalogEntry" FOR EACH ROW EXECUTE FUNCTION "write_search_words"();

UPDATE "CatalogEntry" SET
  "searchTitle" = lower(regexp_replace("title" || ' ' || "skillSlug", '[^[:alnum:]]+', ' ', 'g')),
  "searchLabels" = lower(regexp_replace(
    concat_ws(' ', "skillSetName", "skillSetSlug", array_to_string("tags", ' '), array_to_string("categories", ' ')), '[^[:alnum:]]+', ' ', 'g')),
  "searchDescription" = lower(regexp_replace("description", '[^[:alnum:]]+', ' ', 'g')),
  "searchText" = lower(regexp_replace("searchText", '[^[:alnum:]]+', ' ', 'g'));

-- Searches are read far more often than written: no list of pending words to read first.
CREATE INDEX "CatalogEntry_words_idx" ON "CatalogEntry" USING GIN ("words") WITH (fastupdate = off);
CREATE INDEX "CatalogEntry_title_words_idx" ON "CatalogEntry" USING GIN ("titleWords") WITH (fastupdate = off);

CREATE TABLE "SearchWord" (
  "word" TEXT COLLATE "C" NOT NULL,
  "entries" INTEGER NOT NULL,
  "written" INTEGER NOT NULL,
  CONSTRAINT "SearchWord_pkey" PRIMARY KEY ("word")
);
CREATE INDEX "SearchWord_trigrams_idx" ON "SearchWord" USING GIN ("word" gin_trgm_ops);

-- "entries" counts every lexeme of an entry, "written" only words as a person wrote them. The word '' counts entries.
CREATE FUNCTION "search_words_of"(entry "CatalogEntry") RETURNS TABLE ("word" TEXT, "written" INT)
LANGUAGE sql IMMUTABLE AS $$
  SELECT lexeme, max(written) FROM (
    SELECT unnest(tsvector_to_array(entry."words")) AS lexeme, 0 AS written
    UNION ALL
    SELECT unnest(tsvector_to_array(to_tsvector('simple',
      concat_ws(' ', entry."searchTitle", entry."searchLabels", entry."searchDescription", entry."searchText")))), 1
    UNION ALL SELECT '', 0
  ) AS lexemes GROUP BY lexeme
$$;

CREATE FUNCTION "count_search_words"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  sign INT := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  -- One at a time: two statements that count the same words in another order would wait for each other.
  PERFORM pg_advisory_xact_lock(hashtext('SearchWord'));
  INSERT INTO "SearchWord" AS counted ("word", "entries", "written")
    SELECT found."word", sign * count(*), sign * sum(found."written")
    FROM changed CROSS JOIN LATERAL "search_words_of"(changed) AS found
    GROUP BY found."word"
  ON CONFLICT ("word") DO UPDATE SET
    "entries" = counted."entries" + excluded."entries", "written" = counted."written" + excluded."written";
  RETURN NULL;
END $$;
CREATE TRIGGER "count_words_of_new_entries" AFTER INSERT ON "CatalogEntry"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_search_words"();
CREATE TRIGGER "count_words_of_deleted_entries" AFTER DELETE ON "CatalogEntry"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "count_search_words"();

INSERT INTO "SearchWord" ("word", "entries", "written")
  SELECT found."word", count(*), sum(found."written")
  FROM "CatalogEntry" AS entry CROSS JOIN LATERAL "search_words_of"(entry) AS found
  GROUP BY found."word";
