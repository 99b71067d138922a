/** Runs in each test process before its tests: tells the code under test where this run's servers are. */
import { inject } from 'vitest'

process.env.DATABASE_URL = inject('databaseUrl')
// Two processes share the server, and no test needs more.
process.env.DB_POOL ??= '5'
const socket = inject('sandboxSocket')
if (socket) process.env.GUILDHALL_SANDBOX_SOCKET = socket
// Any 32 bytes do: nothing that a test seals outlives it.
process.env.GUILDHALL_MASTER_KEY ??= Buffer.alloc(32, 7).toString('base64')
