"""Hands that speak for themselves: the boards of the past Monday pairs on which a director was called, by number."""

from __future__ import annotations

MONDAY: dict[int, str] = {
    # 4♥ by South is one down, 2♠ by East makes.
    1: "N:A3.Q96.AKQ863.62 K9865.54.J2.AKJ3 QJ4.KJ873.954.Q4 T72.AT2.T7.T9875",
    # Nine tricks in notrump by West.
    4: "N:93.JT863.A84.KQ6 875.AK2.QJT2.873 KT6.75.965.J9542 AQJ42.Q94.K73.AT",
    # Ten tricks in spades by North after the lead of the ace of diamonds.
    7: "N:AT632.A9.QJ3.AJT K9.T82.AT84.9653 QJ85.KJ73.K92.87 74.Q654.765.KQ42",
    # Eight tricks in diamonds by East.
    8: "N:KQJ6.Q3.QT84.652 A74.A84.AJ972.J3 T52.KJ965.3.AT97 983.T72.K65.KQ84",
    # Ten tricks in spades by North; East has the last trump.
    10: "N:AKJT4.J.975.KJ93 865.A8754.K.A854 Q732.Q6.AQT84.T2 9.KT932.J632.Q76",
    # 4♥ by East makes on every lead but a diamond; 4♠ by North makes.
    13: "N:AQJ862.7.KQ94.K3 .AKJT8652.73.Q94 743.Q3.62.AT8652 KT95.94.AJT85.J7",
    # Eight tricks in notrump by East. South would have bid spades.
    16: "N:983.T96.QJ52.A72 64.AKJ52.AK4.Q93 KQJT7.843.93.K84 A52.Q7.T876.JT65",
    # Ten tricks in hearts by South, eight in notrump by North.
    19: "N:T3.AJ6.KJT4.AKT3 9862.43.A98732.6 J75.KQ985.5.J742 AKQ4.T72.Q6.Q985",
    # Nine tricks in hearts by South.
    25: "N:KT94.T93.AT4.Q32 83.KJ2.J98.KJ754 Q62.A8765.Q73.AT AJ75.Q4.K652.986",
}
