-- A credential that cannot be renewed, and that the provider answered with 401.
ALTER TABLE "IntegrationConnection" ADD COLUMN "rejectedAt" TIMESTAMP(3);
