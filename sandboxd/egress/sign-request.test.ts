import { createHmac, generateKeyPairSync } from 'node:crypto'
import { decodeJwt, importSPKI, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { SecretUse } from '../../lib/contracts/document/secret-use.ts'
import { findSigningSecrets, issueTokens, signRequest } from './sign-request.ts'

const secretFor = (use: SecretUse, value = 's3cret-value') => ({
  ...{ key: 'api_key', value, placeholder: `sbxsec_${'k'.repeat(24)}`, hosts: ['*.example.com'] },
  use,
})

const noToken = () => Promise.reject(new Error('No client credentials are used.'))

const sign = (use: SecretUse, request: Partial<Parameters<typeof signRequest>[1]> = {}, value?: string) =>
  signRequest(findSigningSecrets([secretFor(use, value)], 'api.example.com'), {
    ...{
      method: 'POST',
      url: new URL('https://api.example.com/hook?a=1'),
      headers: {},
      body: Buffer.from('{}'),
    },
    ...request,
  })

describe('an HMAC signature', () => {
  const use = { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'X-Hub-Signature-256' } as const

  // The example of GitHub’s documentation of webhooks.
  test('is that of GitHub for its documented example', async () => {
    const body = Buffer.from('Hello, World!')

    expect(await sign({ ...use, prefix: 'sha256=' }, { body }, "It's a Secret to Everybody")).toEqual({
      'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
    })
  })

  test('covers the parts of the request in its template, with the time in a header', async () => {
    const text = '{timestamp}.{method} {host}{path}\n{body}'
    const stamped = { ...use, sign: text, encoding: 'base64', timestampHeader: 'X-Time' } as const
    const now = new Date('2026-01-02T03:04:05.678Z')

    const headers = await sign(stamped, { now, headers: { 'x-time': 'of the code', accept: '*/*' } })

    const signed = '1767323045.POST api.example.com/hook?a=1\n{}'
    expect(headers).toEqual({
      accept: '*/*',
      'x-time': '1767323045',
      'x-hub-signature-256': createHmac('sha256', 's3cret-value').update(signed).digest('base64'),
    })
  })
})

// “Example: GET Bucket Lifecycle” of AWS’s documentation of signatures in the Authorization header.
test('an AWS signature is that of the documented example of S3', async () => {
  const use = {
    kind: 'aws-sigv4',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    service: 's3',
    region: 'us-east-1',
  } as const
  const url = new URL('https://examplebucket.s3.amazonaws.com/?lifecycle')
  const secret = {
    ...secretFor(use, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
    hosts: ['*.s3.amazonaws.com'],
  }

  const headers = await signRequest(findSigningSecrets([secret], url.host), {
    ...{ method: 'GET', url, headers: {}, body: Buffer.alloc(0) },
    now: new Date('2013-05-24T00:00:00.000Z'),
  })

  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  )
  expect(headers['x-amz-date']).toBe('20130524T000000Z')
})

test('a host that is not declared gets no signature and no token', async () => {
  const hmac = { kind: 'hmac', algorithm: 'sha256', sign: '{body}', header: 'x-signature' } as const
  const jwt = { kind: 'jwt', algorithm: 'HS256' } as const

  expect(findSigningSecrets([secretFor(hmac)], 'evil.example')).toEqual([])
  expect(await issueTokens([secretFor(jwt)], 'evil.example', noToken)).toEqual({
    ...{ tokens: [], headers: {} },
    isReused: false,
  })
})

describe('a token', () => {
  test.each(['RS256', 'ES256'] as const)('of %s has the declared claims and ends soon', async (algorithm) => {
    const { publicKey, privateKey } =
      algorithm === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const claims = { iss: 'ada', aud: 'https://api.example.com' }
    const use = { kind: 'jwt', algorithm, claims, keyId: 'k1', expiresInSeconds: 60 } as const

    const { tokens, headers } = await issueTokens([secretFor(use, pem)], 'api.example.com', noToken)

    const spki = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const { payload, protectedHeader } = await jwtVerify(tokens[0]!.value, await importSPKI(spki, algorithm))
    expect(protectedHeader).toEqual({ alg: algorithm, typ: 'JWT', kid: 'k1' })
    expect(payload).toMatchObject(claims)
    expect(payload.exp! - payload.iat!).toBe(60)
    expect(headers).toEqual({ authorization: `Bearer ${tokens[0]!.placeholder}` })
    expect(tokens[0]).toMatchObject({ hosts: ['*.example.com'], sentIn: { header: 'authorization' } })
  })

  test('in a header of its own has no scheme, and lasts five minutes unless declared', async () => {
    const use = { kind: 'jwt', algorithm: 'HS256', header: 'X-Token' } as const

    const { tokens, headers } = await issueTokens([secretFor(use)], 'api.example.com', noToken)

    const { iat, exp } = decodeJwt(tokens[0]!.value)
    expect(exp! - iat!).toBe(300)
    expect(headers).toEqual({ 'x-token': tokens[0]!.placeholder })
  })

  test('of a text that is no key is refused without the text', async () => {
    const use = { kind: 'jwt', algorithm: 'RS256' } as const

    await expect(issueTokens([secretFor(use)], 'api.example.com', noToken)).rejects.toThrow(
      'The setting api_key is not a key for RS256: a private key in PKCS #8 (PEM).',
    )
  })
})
