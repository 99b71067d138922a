/** An S3 server from npm with files in a folder. As a program: `node s3-server.ts HOST PORT FOLDER`. */
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { S3Settings } from '../blobs/storage/s3-store.ts'

type Options = {
  address: string
  port: number
  directory: string
  silent: boolean
  configureBuckets: { name: string }[]
}
type Server = { run(): Promise<AddressInfo>; close(): Promise<void>; httpServer: import('node:http').Server }

// The package has no types.
const S3Server = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: Options) => Server

const BUCKET = 'guildhall'

export async function startS3Server(address: string, port: number, directory: string) {
  const server = new S3Server({
    address,
    port,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
  })
  const bound = await server.run()
  const stop = () => {
    server.httpServer.closeAllConnections()
    return server.close()
  }
  return { settings: s3SettingsOf(address, bound.port), stop }
}

/** The server's only account is built in. */
export function s3SettingsOf(address: string, port: number): S3Settings {
  const account = 'S3RVER'
  const keys = { accessKeyId: account, secretAccessKey: account }
  return { endpoint: `http://${address}:${port}`, bucket: BUCKET, region: 'us-east-1', ...keys }
}

if (import.meta.main) {
  const [address = '', port = '', folder = ''] = process.argv.slice(2)
  await startS3Server(address, Number(port), folder)
  console.log('the S3 server is ready')
}
