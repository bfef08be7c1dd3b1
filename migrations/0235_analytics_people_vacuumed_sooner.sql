-- Figures of people are read from indexes alone as long as pages are known to be visible to all. Who comes again changes
-- their row, and by default a fifth of all rows has to change before these pages are looked at.
ALTER TABLE analytics_people SET (autovacuum_vacuum_scale_factor = 0.05);
ALTER TABLE analytics_activity SET (autovacuum_vacuum_scale_factor = 0.05);
