-- What a person lets the program spend in a day, until the code becomes a key; null for no cap of its own.
ALTER TABLE "OAuthCode" ADD COLUMN "dailyCapMicros" BIGINT;
