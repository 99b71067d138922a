/** Next's switches, each with its reason. */

/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Tests and a running app may build side by side in one checkout.
  distDir: process.env.GUILDHALL_DIST_DIR ?? '.next',
  // `npm test` checks the types of everything; a start should not wait for it again.
  typescript: { ignoreBuildErrors: true },
  // Native or worker-loading packages that must stay out of the bundle.
  serverExternalPackages: ['pino', 'amaro'],
  experimental: {
    // Nobody downloads it: a fifth less to build, and a stack in the server's log names its functions.
    serverMinification: false,
    // What helps the next build, and whoever reads a stack, only costs CI its time: it builds once, and is gone.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    turbopackSourceMaps: !process.env.CI,
    // Uploads go to /api routes; actions carry documents and form values only.
    serverActions: { bodySizeLimit: '4mb' },
    // `forbidden()`: a refused page answers 403 with app/forbidden.tsx, as a missing one answers 404.
    authInterrupts: true,
  },
}

export default config
