-- What was given as a secret must not be read as a plain setting by a later version.
ALTER TABLE "ConfigValue" ADD COLUMN "wasSecret" BOOLEAN NOT NULL DEFAULT false;

-- Of what is there already only longer secrets can be told: they alone have a hint.
UPDATE "ConfigValue" SET "wasSecret" = true WHERE "hint" IS NOT NULL;
