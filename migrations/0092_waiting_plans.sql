-- What the simulated bank charges from a subscription's next period on: SubscriptionPrice, null while nothing changes.
ALTER TABLE test_money_subscriptions ADD COLUMN next_price jsonb;

-- What the vendor says: the plan that begins when the period ends ({ plan, interval, amount }), and what was paid too much, in cents.
ALTER TABLE plan_subscriptions ADD COLUMN waiting jsonb, ADD COLUMN credit bigint NOT NULL DEFAULT 0;
