import QRCode from 'qrcode'

const LEVELS = { low: 'L', medium: 'M', quartile: 'Q', high: 'H' }

export default async function handler({ parameters }) {
  const { text, error_correction, margin, dark, light } = parameters
  const options = { errorCorrectionLevel: LEVELS[error_correction], margin, color: { dark, light } }
  const code = createCode(text, options)
  const svg = await QRCode.toString(text, { ...options, type: 'svg' })
  const { version } = code
  const modules = code.modules.size
  const characters = [...text].length
  return {
    message: `A QR code for **${characters}** character${characters === 1 ? '' : 's'}, ${modules} × ${modules} modules.`,
    image: `data:image/svg+xml;base64,${btoa(svg.trim())}`,
    modules,
    version,
  }
}

function createCode(text, options) {
  try {
    return QRCode.create(text, options)
  } catch {
    throw {
      code: 'INVALID_INPUT',
      message: 'This text is too long for a QR code with this error correction.',
      suggested_action: 'Shorten the text, or choose a lower error correction.',
      recoverable: true,
    }
  }
}
