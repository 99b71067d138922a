/** The engine's one-shot commands: does the database answer, make it, drop it. */
import pg from 'pg'

/** The CLI's own codes for what it can explain. */
const CODES = { '3D000': 'P1003', '28P01': 'P1000' }
const UNREACHABLE = 'P1001'

/** Ends the process: 0, or 1 with the failure as the CLI reads it. */
export async function runCommand(command, url) {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const admin = new URL(url)
  admin.pathname = '/postgres'
  admin.search = ''
  const client = new pg.Client(command === 'can-connect-to-database' ? url : admin.href)
  try {
    await client.connect()
    const database = client.escapeIdentifier(name)
    if (command === 'create-database') await client.query(`CREATE DATABASE ${database}`)
    if (command === 'drop-database') await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    await client.end()
    process.exit(0)
  } catch (error) {
    const fields = { error_code: CODES[error.code] ?? UNREACHABLE, message: error.message }
    // The CLI drops the first line and reads each further one as JSON.
    process.stderr.write(`\n${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}`)
    process.exit(1)
  }
}
