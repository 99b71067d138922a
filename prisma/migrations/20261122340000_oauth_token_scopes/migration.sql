-- A program may refresh for less than it was granted: the access token then opens no more than it says.
ALTER TABLE "OAuthToken" ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The sweep asks which programs were never let in.
CREATE INDEX "OAuthToken_clientId_idx" ON "OAuthToken"("clientId");
