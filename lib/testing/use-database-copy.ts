/**
 * Gives each test process its own copy of the booted database, so that tests may count rows. Copying takes half a
 * second; files of one process share the copy, and it is dropped with the original.
 */
import path from 'node:path'
import { inject } from 'vitest'
import { copyDatabase } from './copy-database.ts'

const globals = globalThis as unknown as { guildhallOwnDatabase?: Promise<string> }

const booted = path.basename(new URL(inject('databaseUrl')!).pathname)
globals.guildhallOwnDatabase ??= copyDatabase(`${booted}_${process.pid}`)
process.env.DATABASE_URL = await globals.guildhallOwnDatabase
