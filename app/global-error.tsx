'use client'

import './globals.css'

export default function EverythingFailed({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Guildhall</title>
        <main className="mx-auto grid max-w-md justify-items-start gap-3 px-4 py-24">
          <h1 className="font-semibold text-2xl tracking-tight">This page could not be loaded</h1>
          <p className="text-muted-foreground">
            Something went wrong on our side. The database may be unavailable.
            {error.digest && ` Reference: ${error.digest}`}
          </p>
          <button
            type="button"
            onClick={reset}
            className="h-9 rounded-md bg-primary px-4 font-medium text-primary-foreground text-sm"
          >
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
