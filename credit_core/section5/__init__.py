"""Section 5 of the Grow New Jersey Assistance Act (N.J.S.A. 34:1B-246), one module a subsection.

Read it in the order of the law: ``b_base``, ``c_bonuses``, ``d_limits``, ``d_camden_route``, ``e_final_amount``,
``f_annual_limits``; ``section3`` holds the minimum capital that c(5) and c(10) measure from, and ``sheet`` puts the
amounts of the award in order. Nothing here imports anything but its neighbours.
"""
