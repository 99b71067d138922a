-- The toolset that a connected app is limited to. Deleting the toolset deletes the code: no app gets more than agreed.
ALTER TABLE "OAuthCode" ADD COLUMN "toolsetId" TEXT;
ALTER TABLE "OAuthCode" ADD CONSTRAINT "OAuthCode_toolsetId_fkey" FOREIGN KEY ("toolsetId") REFERENCES "Toolset"("id") ON DELETE CASCADE ON UPDATE CASCADE;
