'use client'

import './globals.css'

/** The last resort: even the frame around the pages could not be made, so this brings its own. */
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
          <h1 className="font-semibold text-2xl tracking-tight">Guildhall cannot show this page</h1>
          <p className="text-muted-foreground">
            Something is wrong on our side; most likely the database does not answer.
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
