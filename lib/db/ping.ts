/** Whether the database answers. Floor 1. */
import type { Database } from './client.ts'

/** Lets the driver's error through when it does not. */
export async function ping(db: Database): Promise<void> {
  await db.$queryRaw`SELECT 1`
}
