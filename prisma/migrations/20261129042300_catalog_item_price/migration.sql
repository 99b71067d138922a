-- The catalogue states whether a price is the most that a run costs, because its items are paid.
ALTER TABLE "CatalogEntry" ADD COLUMN "itemMicros" bigint;

UPDATE "CatalogEntry" AS entry
SET "itemMicros" = round((skill->'pricing'->'perItem'->>'amount')::numeric * 1000000)::bigint
FROM "Version" AS version, json_array_elements(version."document"->'skills') AS skill
WHERE version."id" = entry."versionId" AND skill->>'slug' = entry."skillSlug"
  AND skill->'pricing'->'perItem'->>'amount' IS NOT NULL;
