-- The weekly checks of published examples may run with the test settings, if their publisher lends them.
ALTER TABLE "TestConfig" ADD COLUMN "forLiveChecks" BOOLEAN NOT NULL DEFAULT false;
