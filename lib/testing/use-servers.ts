/** Passes the addresses of this run's servers to the code under test, before the tests of each process. */
import { inject } from 'vitest'
import { clearRequest } from './fake-next-headers.ts'

process.env.DATABASE_URL = inject('databaseUrl') ?? ''
// The environment's values may point to a real database.
delete process.env.DATABASE_DIRECT_URL
delete process.env.DATABASE_OWNER_URL
// Two processes share the database server, and no test needs more connections.
process.env.DB_POOL ??= '5'
const socket = inject('sandboxSocket')
if (socket) process.env.GUILDHALL_SANDBOX_SOCKET = socket
// Any 32 bytes work, since nothing sealed outlives a test.
process.env.GUILDHALL_MASTER_KEY ??= Buffer.alloc(32, 7).toString('base64')
// The test files of a process share the fake request.
clearRequest()
