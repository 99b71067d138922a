'use client'

import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { subscribeToToasts, takeToasts } from '../ui/toast.ts'

// The colours of the site, which follow the light and the dark theme.
const colours = {
  '--normal-bg': 'var(--popover)',
  '--normal-text': 'var(--popover-foreground)',
  '--normal-border': 'var(--border)',
  '--border-radius': 'var(--radius)',
} as CSSProperties

/** A focus ring like the site's own, because that of Sonner is a shadow, which the dark theme hides. */
const RING = 'focus-visible:outline-2! focus-visible:outline-ring! focus-visible:outline-offset-2!'

export function SonnerToaster() {
  useEffect(
    () =>
      subscribeToToasts(() => {
        for (const show of takeToasts()) show(toast)
      }),
    [],
  )
  return (
    <Sonner
      position="bottom-right"
      style={colours}
      toastOptions={{
        classNames: {
          toast: `font-sans! shadow-lg! ${RING}`,
          description: 'text-muted-foreground!',
          success: '[&_[data-icon]]:text-success',
          error: '[&_[data-icon]]:text-destructive',
          warning: '[&_[data-icon]]:text-warning',
          info: '[&_[data-icon]]:text-info',
          actionButton: `bg-primary! text-primary-foreground! ${RING}`,
        },
      }}
    />
  )
}
