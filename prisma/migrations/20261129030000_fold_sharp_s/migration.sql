-- The key of "ẞ" was "ß", and is "ss" like that of "ß". Where an organisation already has another file or folder of the new
-- key, "_" follows the letter in all paths, so that folders and the files in them still belong together.
DO $$
DECLARE
  organisation text;
  mark text;
BEGIN
  FOR organisation IN SELECT DISTINCT "organisationId" FROM "VaultFile" WHERE "key" LIKE '%ß%' LOOP
    mark := '';
    WHILE EXISTS (
      SELECT 1 FROM "VaultFile" WHERE "organisationId" = organisation
      GROUP BY normalize(replace("key", 'ß', 'ss' || mark), NFC) HAVING count(*) > 1
    ) LOOP
      mark := mark || '_';
    END LOOP;
    UPDATE "VaultFile" SET
      "path" = replace("path", 'ẞ', 'ẞ' || mark),
      "key" = normalize(replace("key", 'ß', 'ss' || mark), NFC),
      "parentKey" = normalize(replace("parentKey", 'ß', 'ss' || mark), NFC)
    WHERE "organisationId" = organisation AND "key" LIKE '%ß%';
  END LOOP;
END $$;
