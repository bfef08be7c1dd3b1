import { blank, described } from './stripe-description.ts';
import { itemOf } from './stripe-stand-in.bills.ts';
import { StripeRefusal, type Form, type Operation } from '../stripe-stand-in.calls.ts';
import type { StripeState, Thing } from './stripe-stand-in.state.ts';

type Phase = Record<string, unknown> & {
  start_date: number;
  end_date: number;
  items: (Record<string, unknown> & { price: string })[];
};

function phaseOf(price: string, start: number, end: number): Phase {
  const item = {
    ...(blank(described('SubscriptionSchedules', 'SubscriptionSchedule.Phase.Item')) as object),
    price,
    quantity: 1,
  };
  const phase = blank(described('SubscriptionSchedules', 'SubscriptionSchedule.Phase')) as object;
  return { ...phase, items: [item], start_date: start, end_date: end, proration_behavior: 'none' };
}

const scheduleOf = (state: StripeState, id: string): Thing => {
  const found = state.find('schedule', id);
  if (!found)
    throw new StripeRefusal(404, `No such subscription schedule: '${id}'`, {
      code: 'resource_missing',
      param: 'id',
    });
  return found;
};

/** A period has ended: the schedule's next phase begins, with its price; after the last one it lets go. */
export function nextPhase(state: StripeState, subscription: Thing): void {
  const schedule = state.find('schedule', subscription['schedule']);
  if (!schedule) return;
  const item = itemOf(subscription);
  const end = Number(item['current_period_end']);
  const phase = (schedule['phases'] as Phase[]).find((one) => one.start_date === end);
  if (phase) {
    item['price'] = state.get('price', phase.items[0]?.price);
    schedule['current_phase'] = { start_date: phase.start_date, end_date: phase.end_date };
    return;
  }
  Object.assign(schedule, {
    status: 'released',
    subscription: null,
    released_subscription: subscription.id,
    released_at: state.now(),
  });
  subscription['schedule'] = null;
}

/** The operations of Stripe around what is to change later. */
export const scheduleOperations: Readonly<Record<string, Operation>> = {
  'POST /v1/subscription_schedules': {
    params: ['SubscriptionSchedules', 'SubscriptionScheduleCreateParams'],
    right: 'rak_subscription_write',
    answers: 'schedule',
    run({ state, form }) {
      const subscription = state.find('subscription', form['from_subscription']);
      if (!subscription)
        throw new StripeRefusal(404, 'No such subscription', {
          code: 'resource_missing',
          param: 'from_subscription',
        });
      if (subscription['schedule'])
        throw new StripeRefusal(
          400,
          'You cannot migrate a subscription that is already attached to a schedule',
        );
      const item = itemOf(subscription);
      const phase = phaseOf(
        (item['price'] as Thing).id,
        Number(item['current_period_start']),
        Number(item['current_period_end']),
      );
      const made = state.make('schedule', {
        customer: subscription['customer'],
        subscription: subscription.id,
        status: 'active',
        end_behavior: 'release',
        phases: [phase],
        current_phase: { start_date: phase.start_date, end_date: phase.end_date },
      });
      subscription['schedule'] = made.id;
      return made;
    },
  },
  'GET /v1/subscription_schedules/{id}': {
    params: ['SubscriptionSchedules', 'SubscriptionScheduleRetrieveParams'],
    right: 'rak_subscription_read',
    answers: 'schedule',
    run: ({ state, id }) => scheduleOf(state, id),
  },
  'POST /v1/subscription_schedules/{id}': {
    params: ['SubscriptionSchedules', 'SubscriptionScheduleUpdateParams'],
    right: 'rak_subscription_write',
    answers: 'schedule',
    run({ state, id, form }) {
      const schedule = scheduleOf(state, id);
      if (schedule['status'] !== 'active')
        throw new StripeRefusal(400, 'You cannot update a subscription schedule that is not active');
      const given = form['phases'] as Form[];
      schedule['phases'] = given.map((phase) => {
        const {
          duration,
          start_date: start,
          end_date: end,
          items,
        } = phase as { duration?: Form; start_date: string; end_date?: string; items: Form[] };
        const days = duration?.['interval'] === 'year' ? 365 : 30;
        return phaseOf(
          String(items[0]?.['price']),
          Number(start),
          end === undefined ? Number(start) + days * 86_400 : Number(end),
        );
      });
      state.emit('customer.subscription.updated', state.get('subscription', schedule['subscription']));
      return schedule;
    },
  },
  'POST /v1/subscription_schedules/{id}/release': {
    params: ['SubscriptionSchedules', 'SubscriptionScheduleReleaseParams'],
    right: 'rak_subscription_write',
    answers: 'schedule',
    run({ state, id }) {
      const schedule = scheduleOf(state, id);
      if (schedule['status'] !== 'active')
        throw new StripeRefusal(400, 'You cannot release a subscription schedule that is not active');
      const subscription = state.get('subscription', schedule['subscription']);
      Object.assign(schedule, {
        status: 'released',
        subscription: null,
        released_subscription: subscription.id,
        released_at: state.now(),
      });
      subscription['schedule'] = null;
      state.emit('customer.subscription.updated', subscription);
      return schedule;
    },
  },
};
