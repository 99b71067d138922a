-- An account that an admin has locked: nobody signs in to it, and neither its sessions nor its keys open anything.
ALTER TABLE "User" ADD COLUMN "lockedAt" TIMESTAMP(3);
