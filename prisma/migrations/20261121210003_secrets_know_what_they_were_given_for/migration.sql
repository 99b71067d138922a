-- What may become of a secret, as it was when it was given: its hosts, and whether code may read it.
ALTER TABLE "ConfigValue" ADD COLUMN "givenFor" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

-- Those that are there were given before anybody kept that; for hosts, whichever a version names.
UPDATE "ConfigValue" SET "givenFor" = ARRAY['*'];
