/** A certificate is for a server or a client only, so a stolen host key does not open other hosts. */
import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '../../../../lib/kernel/time.ts'
// @peculiar/x509 expects it to be there.
import 'reflect-metadata'
import * as x509 from '@peculiar/x509'

export type IssuedCertificate = { certificate: string; key: string }

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const AUTHORITY_DAYS = 3650
/** CA/Browser Forum's maximum; operators renew yearly. */
const MEMBER_DAYS = 397

x509.cryptoProvider.set(crypto)

export async function issueAuthority(): Promise<IssuedCertificate> {
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: 'CN=Guildhall sandbox authority',
    keys,
    signingAlgorithm: ALGORITHM,
    ...validityFor(AUTHORITY_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificate: certificate.toString('pem'), key: await exportPem(keys.privateKey) }
}

export function issueServerCertificate(
  authority: IssuedCertificate,
  name: string,
): Promise<IssuedCertificate> {
  const alternative = { type: isIP(name) ? 'ip' : 'dns', value: name } as const
  return sign(authority, name, [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth], true),
    new x509.SubjectAlternativeNameExtension([alternative]),
  ])
}

export function issueClientCertificate(authority: IssuedCertificate): Promise<IssuedCertificate> {
  return sign(authority, 'guildhall', [
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth], true),
  ])
}

async function sign(
  authority: IssuedCertificate,
  name: string,
  extensions: x509.Extension[],
): Promise<IssuedCertificate> {
  const issuer = new x509.X509Certificate(authority.certificate)
  const keys = await makeKeys()
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: [{ CN: [name] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importPrivateKey(authority.key),
    signingAlgorithm: ALGORITHM,
    ...validityFor(MEMBER_DAYS),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...extensions,
    ],
  })
  return { certificate: certificate.toString('pem'), key: await exportPem(keys.privateKey) }
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
}

/** Begins a day early, because clocks differ. */
function validityFor(days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - DAY_MS), notAfter: new Date(Date.now() + days * DAY_MS) }
}

/** RFC 5280 §4.1.2.2: a positive number, so the top bit is zero. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x7f) | 0x40
  return bytes.toString('hex')
}

async function exportPem(key: CryptoKey): Promise<string> {
  return x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')
}

function importPrivateKey(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', x509.PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign'])
}
