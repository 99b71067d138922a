CREATE TABLE "OwnHost" (
    "organisationId" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OwnHost_pkey" PRIMARY KEY ("organisationId", "address")
);

ALTER TABLE "OwnHost" ADD CONSTRAINT "OwnHost_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;
