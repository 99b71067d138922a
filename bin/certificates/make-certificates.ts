/**
 * Certificates for sandbox hosts: an authority of one's own, and what it signs.
 *
 * A host's certificate can only be a server and the site's only a client, so what lies on one host opens no other.
 */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { Extension } from '@peculiar/x509'
import { x509 } from './x509.ts'

/** Both in PEM. */
export type Certified = { certificate: string; key: string }

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 24 * 60 * 60 * 1000
const AUTHORITY_DAYS = 3650
/** What browsers' authorities may give at most; whoever runs hosts makes new ones once a year. */
const MEMBER_DAYS = 397

export async function makeAuthority(): Promise<Certified> {
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Guildhall sandbox authority',
    keys,
    signingAlgorithm: ALGORITHM,
    ...lasting(AUTHORITY_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) }
}

/** For a sandboxd that is reached by `name`, a host's name or an IP address. */
export function makeServer(authority: Certified, name: string): Promise<Certified> {
  const alternative = { type: isIP(name) ? 'ip' : 'dns', value: name } as const
  return sign(authority, name, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], true),
    new x509.SubjectAlternativeNameExtension([alternative]),
  ])
}

/** For the site. */
export function makeClient(authority: Certified): Promise<Certified> {
  return sign(authority, 'guildhall', [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true),
  ])
}

async function sign(authority: Certified, name: string, extensions: Extension[]): Promise<Certified> {
  const issuer = new x509.X509Certificate(authority.certificate)
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [name] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await keyOf(authority.key),
    signingAlgorithm: ALGORITHM,
    ...lasting(MEMBER_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...extensions,
    ],
  })
  return { certificate: certificate.toString('pem'), key: await pemOf(keys.privateKey) }
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

/** Begins a little in the past: the clocks of two machines differ. */
function lasting(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + days * DAY_MS) }
}

/** Positive, as RFC 5280 §4.1.2.2 asks: the first bit is nought. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function pemOf(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

function keyOf(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign'])
}
