/** Next's switches, each with its reason. */
import { BUNDLE_ALIASES } from './lib/contracts/forms/rjsf/bundle-aliases.ts'
import {
  SECURITY_HEADERS,
  SIGN_IN_PAGES_POLICY,
} from './lib/protocols/http/server/content-security-policy.ts'

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Tests and a running app may build side by side in one checkout.
  distDir: process.env.GUILDHALL_DIST_DIR ?? '.next',
  // `npm test` checks the types of everything; a start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Next's image route would scale any picture, in any width, for anyone.
  images: { unoptimized: true },
  serverExternalPackages: [
    // Native or worker-loading packages that must stay out of the bundle.
    ...['pino', 'amaro', 'piscina'],
    // Its build for Node requires its files in a way that no bundler follows.
    'jsonc-parser',
    // Large ones, which Node loads faster than they are bundled, for each kind of route again.
    ...['ajv', 'ajv-formats', 'yaml', 'semver', 'nodemailer', '@simplewebauthn/server', 'prom-client'],
    ...['rate-limiter-flexible', '@node-oauth/oauth2-server', '@opentelemetry/api'],
  ],
  turbopack: {
    resolveAlias: {
      // Ajv on the server needs the real packages.
      ...Object.fromEntries(Object.entries(BUNDLE_ALIASES).map(([name, file]) => [name, { browser: file }])),
    },
  },
  // Everything the site answers. Pages get their policy, with a nonce, from proxy.ts; next-auth draws pages
  // of its own below /api, which proxy.ts leaves alone.
  async headers() {
    const all = Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value }))
    // The policy's `frame-ancestors` decides; this older header cannot list sites.
    const ofFrames = all.filter(({ key }) => key !== 'x-frame-options')
    const policy = { key: 'content-security-policy', value: SIGN_IN_PAGES_POLICY }
    return [
      { source: '/((?!_next/static/|embed/).*)', headers: all },
      { source: '/embed/:path*', headers: ofFrames },
      { source: '/api/auth/:path*', headers: [policy] },
    ]
  },
  // Addresses from before the admin pages had one area.
  redirects() {
    return [
      ['/review', '/admin/review'],
      ['/review/audit', '/admin/audit'],
      ['/review/reports', '/admin/reports'],
      ['/admin/users', '/admin/people'],
    ].map(([source, destination]) => ({ source, destination, permanent: true }))
  },
  experimental: {
    // No one downloads it: a fifth less to build, and a stack in the server's log names its functions.
    serverMinification: false,
    // Writing it slows down the first build, and a later one gains less.
    turbopackFileSystemCacheForBuild: false,
    // What the studio may send; elsewhere, and for visitors, the proxy refuses much less (lib/protocols/http/requests/read-body.ts).
    serverActions: { bodySizeLimit: '4mb' },
    // More than that is cut off here; the proxy must see that it is more.
    proxyClientMaxBodySize: '5mb',
    // A start waits for no page: each loads with its first request.
    preloadEntriesOnStart: false,
    // `forbidden()`: a refused page answers 403 with app/forbidden.tsx, as a missing one answers 404.
    authInterrupts: true,
  },
}

export default config
