-- The fees and the sign-ups of the last days, which the overview of the site sums.
CREATE INDEX "LedgerLine_accountId_createdAt_idx" ON "LedgerLine" ("accountId", "createdAt");
CREATE INDEX "User_createdAt_idx" ON "User" ("createdAt");
