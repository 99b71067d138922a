/** Where sandboxd listens for other hosts: `--listen HOST:PORT`, and the certificates that it asks of both sides. */
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { TlsOptions } from 'node:tls'

export type ListenAddress = { host: string; port: number }

/** Throws a sentence when it is no address. */
export function parseListenAddress(text: string): ListenAddress {
  const [, bracketed, bare, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? []
  const host = bracketed ?? bare
  if (!host || Number(port) > 65_535)
    throw new Error(`--listen ${text} is no address. It is HOST:PORT, for example 0.0.0.0:7443.`)
  return { host, port: Number(port) }
}

/**
 * What a server with mutual TLS needs: nobody without a certificate of this authority gets as far as HTTP.
 *
 * Throws a sentence when a file is missing or is not what it should be: there is no way to listen without them.
 */
export function readServerTls(folder: string): TlsOptions {
  const ca = read(folder, 'ca.pem')
  const cert = read(folder, 'server.pem')
  const key = read(folder, 'server-key.pem')
  const authority = parse(ca, folder, 'ca.pem')
  const own = parse(cert, folder, 'server.pem')
  if (!authority.ca) throw new Error(`${path.join(folder, 'ca.pem')} is not the certificate of an authority.`)
  if (!own.verify(authority.publicKey))
    throw new Error(`${path.join(folder, 'server.pem')} was not signed by the authority in ca.pem.`)
  if (Date.now() > own.validToDate.getTime())
    throw new Error(`${path.join(folder, 'server.pem')} ended on ${own.validTo}. Make new certificates.`)
  return { ca, cert, key, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' }
}

function read(folder: string, name: string): Buffer {
  try {
    return fs.readFileSync(path.join(folder, name))
  } catch {
    throw new Error(
      `${path.join(folder, name)} cannot be read. sandboxd listens to other hosts only with certificates on both sides: npm run cli -- sandbox certs --help`,
    )
  }
}

function parse(pem: Buffer, folder: string, name: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new Error(`${path.join(folder, name)} is not a certificate in PEM.`)
  }
}
