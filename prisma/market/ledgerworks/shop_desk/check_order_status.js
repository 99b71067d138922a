// The shop's order book. A real shop would ask its own system here; this sample works offline.
const ORDERS = {
  1001: { status: 'shipped', customer: 'C-77', placed: '2026-03-02', carrier: 'Parcel Post', days: 3 },
  1002: { status: 'processing', customer: 'C-12', placed: '2026-03-04', carrier: null, days: 6 },
  1003: { status: 'delivered', customer: 'C-77', placed: '2026-02-20', carrier: 'Parcel Post', days: 4 },
  1004: { status: 'cancelled', customer: 'C-31', placed: '2026-03-01', carrier: null, days: 0 },
}
const SENTENCES = {
  pending: 'We have the order and will pack it soon.',
  processing: 'It is being packed.',
  shipped: 'It is on its way.',
  delivered: 'It was delivered.',
  cancelled: 'It was cancelled.',
}

export default async function handler({ config, parameters }) {
  const order = ORDERS[parameters.orderId]
  // A wrong customer must not learn that the order exists.
  if (!order || (parameters.customerId && parameters.customerId !== order.customer)) {
    throw {
      code: 'NOT_FOUND',
      message: `There is no order ${parameters.orderId}.`,
      recoverable: true,
      suggested_action: 'Check the number on the confirmation e-mail.',
    }
  }
  const delivery = new Date(Date.parse(`${order.placed}T00:00:00Z`) + order.days * 86_400_000)
    .toISOString()
    .slice(0, 10)
  return {
    message: `${config.greeting} Order **${parameters.orderId}**: ${SENTENCES[order.status]}`,
    orderId: parameters.orderId,
    status: order.status,
    ...(order.status !== 'cancelled' && { estimatedDelivery: delivery }),
    ...(order.carrier && { carrier: order.carrier }),
  }
}
